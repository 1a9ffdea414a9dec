/** The page of the board: that of VS Code, in a frame that stands for the editor. */
import './host.ts';
import '../../../vscode/src/view/panel.ts';
