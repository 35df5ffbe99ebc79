"""Whether the system wants animations: what a person has set for all programs.

Qt asks some desktops alone, and its progress bars move whatever they say. So the setting is read:
on Linux from the desktop portal, on Windows and macOS where the system keeps it.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from PySide6.QtCore import QSettings

# Key of the portal's settings, and its value where animations are off.
PORTAL_SETTINGS = (
    ("org.freedesktop.appearance", "reduced-motion", 1.0),
    ("org.gnome.desktop.interface", "enable-animations", 0.0),
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor", 0.0),
)
PORTAL = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
PORTAL_MS = 300  # to wait for its answer
SPI_GETCLIENTAREAANIMATION = 0x1042


@cache
def system_animates() -> bool:
    """Read once; a system that says nothing animates."""
    if sys.platform == "win32":
        return _windows_animates()
    if sys.platform == "darwin":
        settings = QSettings("apple.com", "universalaccess")
        return not settings.value("reduceMotion", False, bool)
    return not any(_portal_value(*setting[:2]) == setting[2] for setting in PORTAL_SETTINGS)


def _windows_animates() -> bool:
    import ctypes

    wanted = ctypes.c_int(1)
    system = getattr(ctypes, "windll").user32  # noqa: B009 - there is none elsewhere
    system.SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(wanted), 0)
    return bool(wanted.value)


def _portal_value(group: str, key: str) -> float | None:
    """A setting of the desktop as a number; None where there is no portal, or no such setting."""
    from PySide6.QtDBus import QDBus, QDBusConnection, QDBusMessage, QDBusVariant

    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return None
    call = QDBusMessage.createMethodCall(*PORTAL, "org.freedesktop.portal.Settings", "Read")
    call.setArguments([group, key])
    value: Any = next(iter(bus.call(call, QDBus.CallMode.Block, PORTAL_MS).arguments()), None)
    while isinstance(value, QDBusVariant):
        value = value.variant()
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
