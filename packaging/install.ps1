# Untested: no Windows machine has run this yet. It does there what install.sh does on Linux: the
# folder, a start menu entry and the file type, for this user. An earlier installation is replaced.
#   powershell -ExecutionPolicy Bypass -File packaging\install.ps1
param([string]$Built = "$PSScriptRoot\..\dist\plm-explorer")
$ErrorActionPreference = "Stop"
$target = "$env:LOCALAPPDATA\Programs\plm-explorer"
$program = "$target\plm-explorer.exe"
if (-not (Test-Path "$Built\plm-explorer.exe")) {
    throw "There is no program in ${Built}: build it first."
}
if ((Test-Path $target) -and -not (Test-Path $program)) {
    throw "$target is not an installation of PLM Explorer: move it away first."
}
if (Test-Path $target) { Remove-Item -Recurse -Force $target }
New-Item -Force -ItemType Directory (Split-Path $target) | Out-Null
Copy-Item -Recurse $Built $target

$classes = "HKCU:\Software\Classes"
$kind = "PLMExplorer.Project"
New-Item -Force "$classes\$kind\DefaultIcon" -Value "$program,0" | Out-Null
New-Item -Force "$classes\$kind\shell\open\command" -Value "`"$program`" `"%1`"" | Out-Null
Set-Item "$classes\$kind" "PLM Explorer project"
New-Item -Force "$classes\.plmx" -Value $kind | Out-Null

$menu = [Environment]::GetFolderPath("Programs")
$entry = (New-Object -ComObject WScript.Shell).CreateShortcut("$menu\PLM Explorer.lnk")
$entry.TargetPath = $program
$entry.Save()
Write-Output "Installed: $program"
