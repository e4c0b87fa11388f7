/** Whether PostgreSQL can store the text: it stores neither U+0000 nor lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Returns the text without U+0000, and with lone surrogates replaced. */
export const toStorable = (text: string): string => text.toWellFormed().replaceAll('\0', '');
