export { commandTableMarkdown, commandsMarkdown } from './commands-markdown.ts'
