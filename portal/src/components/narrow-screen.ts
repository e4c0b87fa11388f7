/** Screens on which the header is a row, and its links are behind a button. */
export const NARROW_SCREEN = '@media (max-width: 899px)';
