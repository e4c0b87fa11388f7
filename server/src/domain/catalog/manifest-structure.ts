/** `initialization.structure` of a manifest: a Graph team-creation body (docs/specification.md 5). */
import { findChannelNameFault } from '../channels/name.ts';
import { DEFAULT_TEAM_SETTINGS, type TeamSettings, type TeamVisibility } from '../teams/model.ts';
import { isJsonObject, writtenValue } from './document.ts';
import { Fields, type Findings } from './manifest-fields.ts';
import {
  TEMPLATE_LIMITS,
  type TeamStructure,
  type TemplateChannel,
  type TemplateSettings,
  type TemplateTab,
} from './model.ts';

/** The channel every team has. A template may put tabs into it; it is never created a second time. */
const PRIMARY_CHANNEL = 'general';

const BIND = /teamsApps\('([^']+)'\)\s*$/;
const APP_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/;

export const TEAM_VISIBILITIES: readonly TeamVisibility[] = ['private', 'public', 'hiddenMembership'];

/** The app of a tab or of installedApps, as Graph's `teamsApp@odata.bind` or as `teamsApp.id`. */
function readTeamsAppId(fields: Fields): string | undefined {
  const bind = fields.raw('teamsApp@odata.bind');
  const nested = fields.object('teamsApp');
  const id = bind === undefined ? nested.text('id', 200) : BIND.exec(writtenValue(bind))?.[1];
  if (typeof id === 'string' && APP_ID.test(id)) return id;
  fields.error(
    'teamsApp@odata.bind',
    "Must name an app of the catalog, as in .../appCatalogs/teamsApps('com.microsoft.teamspace.tab.web').",
  );
  return undefined;
}

function readObject<Result>(
  value: unknown,
  path: string,
  findings: Findings,
  read: (fields: Fields) => Result | undefined,
): Result | undefined {
  if (!isJsonObject(value)) {
    findings.errors.push({ path, message: 'Must be an object.' });
    return undefined;
  }
  const fields = new Fields(value, path, findings);
  const result = read(fields);
  fields.finish();
  return result;
}

function readTab(fields: Fields): TemplateTab | undefined {
  const name =
    fields.text('displayName', TEMPLATE_LIMITS.tabName) ?? fields.text('name', TEMPLATE_LIMITS.tabName);
  fields.ignore('name');
  if (name === null) fields.error('displayName', 'Is missing. Name the tab.');
  const teamsAppId = readTeamsAppId(fields);
  const configuration = fields.object('configuration');
  const tab = {
    displayName: name ?? '',
    teamsAppId: teamsAppId ?? '',
    configuration: {
      entityId: configuration.text('entityId', TEMPLATE_LIMITS.url),
      contentUrl: configuration.httpsUrl('contentUrl', TEMPLATE_LIMITS.url),
      websiteUrl: configuration.httpsUrl('websiteUrl', TEMPLATE_LIMITS.url),
      removeUrl: configuration.httpsUrl('removeUrl', TEMPLATE_LIMITS.url),
    },
    sortOrderIndex: fields.text('sortOrderIndex', 100),
  };
  configuration.finish();
  return tab;
}

function readChannel(fields: Fields): TemplateChannel {
  const displayName = fields.requiredText('displayName', TEMPLATE_LIMITS.name);
  const problem = displayName === '' ? undefined : findChannelNameFault(displayName);
  if (problem !== undefined) fields.error('displayName', problem);
  return {
    displayName,
    description: fields.text('description', TEMPLATE_LIMITS.channelDescription),
    membershipType: fields.oneOf('membershipType', ['standard', 'private', 'shared'], 'standard'),
    isFavoriteByDefault: fields.boolean('isFavoriteByDefault', false),
    tabs: fields.list('tabs', TEMPLATE_LIMITS.tabsPerChannel, (item, path) =>
      readObject(item, path, fields.findings, readTab),
    ),
  };
}

function readChannels(fields: Fields): TemplateChannel[] {
  const { findings } = fields;
  const names = new Set<string>();
  return fields.list('channels', TEMPLATE_LIMITS.channels + 1, (item, path) => {
    if (isJsonObject(item) && Object.keys(item).length === 0) {
      findings.warnings.push({ path, message: 'Is empty and left out.' });
      return undefined;
    }
    const channel = readObject(item, path, findings, readChannel);
    const name = channel?.displayName.toLowerCase() ?? '';
    if (name !== '' && names.has(name)) {
      findings.errors.push({
        path: `${path}.displayName`,
        message: 'Another channel has this name. Change one.',
      });
    }
    names.add(name);
    return channel;
  });
}

function checkChannelNumbers(fields: Fields, channels: readonly TemplateChannel[]): void {
  const closed = channels.filter((channel) => channel.membershipType !== 'standard').length;
  if (closed > TEMPLATE_LIMITS.privateChannels) {
    fields.error(
      'channels',
      `Has ${closed} private and shared channels; ${TEMPLATE_LIMITS.privateChannels} are allowed. Remove some.`,
    );
  }
  if (channels.length > TEMPLATE_LIMITS.channels) {
    fields.error(
      'channels',
      `Has ${channels.length} channels besides General; ${TEMPLATE_LIMITS.channels} are allowed.`,
    );
  }
}

/** The tabs of General; anything else said of it has no effect, since the suite makes that channel itself. */
function readPrimaryChannel(fields: Fields, channels: readonly TemplateChannel[]): TemplateTab[] {
  const primary = channels.find((channel) => channel.displayName.toLowerCase() === PRIMARY_CHANNEL);
  if (primary !== undefined && primary.membershipType !== 'standard') {
    fields.error(
      'channels',
      'The channel General is open to the whole team and cannot be private or shared.',
    );
  }
  return primary?.tabs ?? [];
}

/** Settings the template states, in the groups and fields that a team has. */
function readSettings(fields: Fields): TemplateSettings {
  const settings: Record<string, Record<string, unknown>> = {};
  for (const group of Object.keys(DEFAULT_TEAM_SETTINGS) as (keyof TeamSettings)[]) {
    const groupFields = fields.object(group);
    for (const [key, value] of Object.entries(DEFAULT_TEAM_SETTINGS[group])) {
      if (groupFields.raw(key) === undefined) continue;
      settings[group] ??= {};
      settings[group][key] =
        typeof value === 'boolean'
          ? groupFields.boolean(key, value)
          : groupFields.oneOf(key, ['strict', 'moderate'], 'moderate');
    }
    groupFields.finish();
  }
  return settings as TemplateSettings;
}

function readInstalledApps(fields: Fields): string[] {
  const ids = fields.list('installedApps', TEMPLATE_LIMITS.installedApps, (item, path) => {
    if (typeof item === 'string' && APP_ID.test(item)) return item;
    return readObject(item, path, fields.findings, readTeamsAppId);
  });
  return [...new Set(ids)];
}

/** What `initialization.structure` holds for new teams. */
export interface StructureReading {
  structure: TeamStructure;
  /** Privacy of the source team, which new teams take over unless newTeam says another. */
  visibility: TeamVisibility | undefined;
}

/** Reads `initialization.structure`. Its name and description are those of a source team and are not used. */
export function readStructure(fields: Fields): StructureReading {
  fields.ignore('displayName', 'description');
  if (/'standard'\)$/.test(writtenValue(fields.raw('template@odata.bind') ?? "'standard')")) === false) {
    fields.warn(
      'template@odata.bind',
      'Kept in the manifest, without effect: teams are built from this manifest only.',
    );
  }
  const channels = readChannels(fields);
  const besidesPrimary = channels.filter((channel) => channel.displayName.toLowerCase() !== PRIMARY_CHANNEL);
  checkChannelNumbers(fields, besidesPrimary);
  const hasVisibility = fields.raw('visibility') !== undefined;
  const reading: StructureReading = {
    structure: {
      classification: fields.text('classification', 200),
      settings: readSettings(fields),
      primaryChannelTabs: readPrimaryChannel(fields, channels),
      channels: besidesPrimary,
      installedApps: readInstalledApps(fields),
    },
    visibility: hasVisibility ? fields.oneOf('visibility', TEAM_VISIBILITIES, 'private') : undefined,
  };
  fields.finish();
  return reading;
}
