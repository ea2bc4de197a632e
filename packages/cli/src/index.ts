export { commandTableMarkdown, commandsMarkdown, goLiveMarkdown } from './commands-markdown.ts'
