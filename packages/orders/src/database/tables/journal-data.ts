/** Names, texts, amounts and answers that prove a line of the journal or an alert. */
export type JournalData = Readonly<Record<string, string | number | boolean | null>>
