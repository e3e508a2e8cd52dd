/** A name as SQL takes it, whatever is in it. */
export const quoteName = (text: string): string => `"${text.replaceAll('"', '""')}"`;
