/** What a template asks for and the suite can't do: a plan names it before anything is built, and leaves it out. */
import type { BlueprintStructure } from '../../domain/catalog/blueprint.ts';
import type { TemplateSettings, TemplateTab } from '../../domain/catalog/model.ts';
import type { SuiteCapabilities } from '../../engine/suite.ts';

/** Something that the plan leaves out. */
export interface Omission {
  feature: 'welcomeMessage' | 'discoverySettings' | 'tabOrder' | 'recommendedChannels';
  message: string;
}

/** What a plan is made of, and what of it the suite can do. */
interface Wanted<Texts> {
  structure: BlueprintStructure;
  texts: Texts;
}

export interface Feasible<Texts> extends Wanted<Texts> {
  omissions: Omission[];
}

const hasOrder = ({ primaryChannelTabs, channels }: BlueprintStructure): boolean =>
  [...primaryChannelTabs, ...channels.flatMap(({ tabs }) => tabs)].some(
    ({ sortOrderIndex }) => sortOrderIndex !== null,
  );

/** Strings of digits by number; tabs without a place come last. */
function compareOrder({ sortOrderIndex: one }: TemplateTab, { sortOrderIndex: other }: TemplateTab): number {
  return (one === null ? Infinity : Number(one)) - (other === null ? Infinity : Number(other)) || 0;
}

const inOrder = (tabs: readonly TemplateTab[]): TemplateTab[] =>
  tabs.toSorted(compareOrder).map((tab) => ({ ...tab, sortOrderIndex: null }));

const withoutOrder = (structure: BlueprintStructure): BlueprintStructure => ({
  ...structure,
  primaryChannelTabs: inOrder(structure.primaryChannelTabs),
  channels: structure.channels.map((channel) => ({ ...channel, tabs: inOrder(channel.tabs) })),
});

function withoutDiscovery({ discoverySettings: _, ...settings }: TemplateSettings): TemplateSettings {
  return settings;
}

const hidesTeam = ({ settings }: BlueprintStructure): boolean =>
  settings.discoverySettings?.showInTeamsSearchAndSuggestions === false;

/** Returns the part of the wanted team that the suite can build, and what it can't. */
export function feasible<Texts extends { welcomeMessage: string }>(
  capabilities: SuiteCapabilities,
  { structure, texts }: Wanted<Texts>,
): Feasible<Texts> {
  const omissions: Omission[] = [];
  let built = structure;
  let said = texts;
  if (!capabilities.messages && texts.welcomeMessage !== '') {
    said = { ...texts, welcomeMessage: '' };
    const message =
      'The welcome message is not posted: the suite lets no application post messages, and no service account is connected.';
    omissions.push({ feature: 'welcomeMessage', message });
  }
  if (!capabilities.discoverySettings) {
    if (hidesTeam(structure)) {
      const message = 'The team can be found by search: the suite lets no application hide it.';
      omissions.push({ feature: 'discoverySettings', message });
    }
    built = { ...built, settings: withoutDiscovery(built.settings) };
  }
  if (!capabilities.tabOrder && hasOrder(built)) {
    built = withoutOrder(built);
    const message = 'Tabs are created in the wanted order, but the suite keeps no order of tabs.';
    omissions.push({ feature: 'tabOrder', message });
  }
  if (!capabilities.recommendedChannels && built.channels.some((channel) => channel.isFavoriteByDefault)) {
    built = {
      ...built,
      channels: built.channels.map((channel) => ({ ...channel, isFavoriteByDefault: false })),
    };
    const message = 'No channel is recommended to the members: the suite lets no application do that.';
    omissions.push({ feature: 'recommendedChannels', message });
  }
  return { structure: built, texts: said, omissions };
}
