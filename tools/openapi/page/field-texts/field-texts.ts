/** Texts of fields with their Vietnamese; each English text stands in one list only. */
export type FieldTexts = readonly (readonly [english: string, vietnamese: string])[]
