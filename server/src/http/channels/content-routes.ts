import Type from 'typebox';
import { ChannelFile as File, ChannelTaskPlan as Plan } from '../../domain/contents/model.ts';
import { listFiles, listPlans, openFile } from '../../domain/contents/read-contents.ts';
import { attachment } from '../downloads.ts';
import { Paged, readPage, suiteIdOf } from '../paging.ts';
import { ApiResponse, route } from '../route.ts';
import { Closed, Collection, Model, shown } from '../schema.ts';
import { ChannelParams } from './schemas.ts';

const Path = Type.String({
  minLength: 1,
  maxLength: 400,
  description: 'Path below the channel’s folder, with `/` between names',
  examples: ['Reports/2026'],
});

const ChannelFiles = Collection('ChannelFiles', Model('ChannelFile', shown(File)));
const ChannelPlans = Collection('ChannelPlans', Model('ChannelPlan', shown(Plan)));

export const getTeamChannelFilesRoute = route(
  {
    summary: 'List the files and folders of a channel',
    errors: [502],
    params: ChannelParams,
    querystring: Closed({ ...Paged.properties, path: Type.Optional(Path) }),
    collection: ChannelFiles,
    description:
      'The items of one folder: of `path`, or of the channel’s own folder. For everybody who may see the channel.',
  },
  async (deps, { principal, params, query: { path = '', ...query } }) => {
    const { top, after } = readPage(query, suiteIdOf);
    const page = { path, top, ...(after !== undefined && { after }) };
    return listFiles(deps, principal, { ...params, ...page });
  },
);

export const getTeamChannelFileContentRoute = route(
  {
    summary: 'Download a file of a channel',
    errors: [502],
    params: Closed({ ...ChannelParams.properties, path: Path }),
    sendsBytes: true,
    description:
      'The slashes of the path may be sent as they are, or as `%2F`. The response has the header `Content-Disposition: attachment`. For everybody who may see the channel.',
  },
  async (deps, { principal, params }) => {
    const { file, bytes } = await openFile(deps, principal, params);
    return new ApiResponse(bytes, attachment(file.name, file.size));
  },
);

export const getTeamChannelPlansRoute = route(
  {
    summary: 'List the plans of a channel',
    errors: [502],
    params: ChannelParams,
    collection: ChannelPlans,
    description:
      'With buckets and tasks, the oldest plan first. In a suite whose plans belong to the team, the primary channel lists the plans that belong to no other channel. For everybody who may see the channel.',
  },
  async (deps, { principal, params }) => ({ items: await listPlans(deps, principal, params) }),
);
