/** The dialog of the settings, which is loaded when it is opened for the first time. */
export { appearance } from '../appearance.ts';
export { SettingsDialog } from '../settingsDialog.ts';
