export { runCommandLine, type CommandLine } from './command/run-command-line.ts'
export { commands, loadCommands } from './commands.ts'
export { commandsMarkdown, goLiveMarkdown } from './commands-markdown.ts'
export { namedCommands } from './operator/access/named-commands.ts'
