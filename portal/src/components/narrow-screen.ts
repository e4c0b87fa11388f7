/** Media query for screens on which the header is one row, and a button opens its links. */
export const NARROW_SCREEN = '@media (max-width: 899px)';
