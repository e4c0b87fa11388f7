/**
 * Pictures of templates. A team gets the picture that its template embeds as a `data:` URI. Applying a manifest embeds
 * a picture file that is sent with it. The service never fetches a picture.
 */
import { type ImageType, imageTypeOf } from '../../kernel/image-type.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { TEMPLATE_LIMITS } from './limits.ts';

type PictureType = Exclude<ImageType, 'image/webp'>;

export interface Picture {
  contentType: PictureType;
  bytes: Uint8Array;
}

const DATA_URI = /^data:(?<type>image\/png|image\/jpeg);base64,(?<base64>[A-Za-z0-9+/]+={0,2})$/;

/** A file name without directories, so that it can only name a file in the manifest's own folder. */
const FILE_NAME = /^(\.\/)?(?<name>[A-Za-z0-9][A-Za-z0-9._-]{0,99})$/;

function typeOf(bytes: Uint8Array): PictureType | undefined {
  const type = imageTypeOf(bytes);
  return type === 'image/webp' ? undefined : type;
}

const KIBIBYTES = TEMPLATE_LIMITS.pictureBytes / 1024;

export const fileNameOf = (pictureUrl: string): string | undefined =>
  FILE_NAME.exec(pictureUrl)?.groups?.name;

/** Returns why the bytes can't be a template's picture; undefined when they can. */
export function pictureProblem(bytes: Uint8Array, type?: PictureType): Message | undefined {
  if (bytes.length > TEMPLATE_LIMITS.pictureBytes) {
    return say(
      'manifest.pictureLarge',
      'The picture is larger than {size} KiB. Scale it down; 192 by 192 pixels are enough.',
      { size: KIBIBYTES },
    );
  }
  const actual = typeOf(bytes);
  if (actual === undefined)
    return say('manifest.pictureForm', 'The picture is neither PNG nor JPEG. Convert it.');
  return type === undefined || type === actual
    ? undefined
    : say(
        'manifest.pictureType',
        'The data URI says {type}, but the picture is {actual}. Correct its type.',
        { type, actual },
      );
}

/** Returns the `data:` URI of a valid picture. */
export const toDataUri = (bytes: Uint8Array): string =>
  `data:${typeOf(bytes)};base64,${Buffer.from(bytes).toString('base64')}`;

/** Returns the PNG or JPEG picture in a `data:` URI; undefined for any other text. */
export function fromDataUri(uri: string | null): Picture | undefined {
  const groups = uri === null ? undefined : DATA_URI.exec(uri)?.groups;
  if (groups?.type === undefined || groups.base64 === undefined) return undefined;
  return { contentType: groups.type as PictureType, bytes: Buffer.from(groups.base64, 'base64') };
}
