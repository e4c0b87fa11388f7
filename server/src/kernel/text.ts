/** Whether PostgreSQL can store the text: it stores neither U+0000 nor lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
