/** Pictures of templates, as files that somebody chooses. */

const MAX_BYTES = 64 * 1024;

export const PICTURE_PATH = ['templateConfiguration', 'pictureUrl'] as const;
export const PICTURE_TYPES = 'image/png,image/jpeg';

export const isSmallPicture = ({ size }: File): boolean => size <= MAX_BYTES;
