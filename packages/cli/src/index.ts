export { commandTableMarkdown, commandsMarkdown, goLiveMarkdown } from './commands-markdown.ts'
export { namedCommands } from './operator/named-commands.ts'
