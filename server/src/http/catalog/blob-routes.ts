import Type from 'typebox';
import { getBlob, storeBlob } from '../../domain/catalog/store-blob.ts';
import { attachment } from '../downloads.ts';
import { ApiResponse, route } from '../route.ts';
import { Closed, Model } from '../schema.ts';

const BlobParams = Closed({
  sha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of the content, hexadecimal in lower case',
  }),
});

const StoredBlob = Model('CatalogBlob', {
  sha256: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
});

export const putCatalogBlobRoute = route(
  {
    summary: 'Store a file for templates',
    params: BlobParams,
    takesBytes: true,
    response: StoredBlob,
    description:
      'The body is the file. A manifest names it as `blob:<sha256>` in `initialization.contents`. A file is stored once, and deleted when no template has needed it for a day. Sending it again changes nothing.',
  },
  (deps, { principal, context, params, bytes, header }) => {
    const length = Number(header('content-length') ?? 0);
    return storeBlob(deps, principal, context, { ...params, bytes, length });
  },
);

export const getCatalogBlobRoute = route(
  {
    summary: 'Get a file of templates',
    params: BlobParams,
    sendsBytes: true,
    description: 'The content of a file that was stored with putCatalogBlob.',
  },
  async (deps, { principal, params }) => {
    const { size, bytes } = await getBlob(deps, principal, params);
    return new ApiResponse(bytes, attachment(params.sha256, size));
  },
);
