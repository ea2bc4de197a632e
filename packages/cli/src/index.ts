export { runCommandLine, type CommandLine } from './command/run-command-line.ts'
export { commandGroups, loadCommands } from './commands.ts'
export { commandTablesMarkdown, commandsMarkdown, goLiveMarkdown } from './commands-markdown.ts'
export { namedCommands } from './operator/access/named-commands.ts'
