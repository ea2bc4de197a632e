/** Names, texts, amounts and answers as evidence for a journal line or an alert. */
export type JournalData = Readonly<Record<string, string | number | boolean | null>>
