import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aChannel, aTab } from '../../../../test/conformance/world.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';
import type { TemplateChannel, TemplateTab } from '../../../domain/catalog/model.ts';
import {
  omittedFromGuests,
  omittedFromLifecycle,
  omitUnsupported,
} from '../../../flows/provisioning/unsupported.ts';
import { isCharterError } from '../../../kernel/errors.ts';
import { suiteDeps } from '../../../persistence/directory/index.ts';
import { createGraphSuite } from '../suite.ts';
import { capabilitiesWith } from './account.ts';

const channel = (
  displayName: string,
  membershipType: TemplateChannel['membershipType'],
): TemplateChannel => ({
  ...{ displayName, membershipType },
  ...{ description: null, isFavoriteByDefault: false, tabs: [] },
});

const tab: TemplateTab = {
  ...{ displayName: 'Wiki', teamsAppId: 'com.microsoft.teamspace.tab.web', sortOrderIndex: '1' },
  configuration: { entityId: null, contentUrl: 'https://example.org/', websiteUrl: null, removeUrl: null },
};

const WANTED = {
  structure: {
    settings: {},
    primaryChannelTabs: [tab],
    channels: [channel('Plans', 'standard'), channel('Partners', 'shared')],
    installedApps: ['0d820ecd-def2-4297-adad-78056cde7c78'],
  },
  texts: { welcomeMessage: '' },
};

const inCloud = (host: string) =>
  capabilitiesWith(undefined, { url: `https://${host}/v1.0`, authority: 'https://login.example' });

describe('a plan', () => {
  it('omits shared channels, and names them, in the clouds of the US Government', () => {
    for (const host of ['graph.microsoft.us', 'dod-graph.microsoft.us']) {
      const { structure, omissions } = omitUnsupported(inCloud(host), WANTED);
      assert.deepEqual(
        structure.channels.map(({ displayName }) => displayName),
        ['Plans'],
      );
      assert.match(omissions.map(({ message }) => message).join(), /not created.*'Partners'/);
    }
  });

  it('omits tabs, shared channels and apps in the cloud of 21Vianet', () => {
    const { structure, omissions } = omitUnsupported(inCloud('microsoftgraph.chinacloudapi.cn'), WANTED);
    assert.deepEqual(structure.primaryChannelTabs, []);
    assert.deepEqual(structure.installedApps, []);
    assert.deepEqual(
      omissions.map(({ feature }) => feature),
      ['tabs', 'sharedChannels', 'apps'],
    );
    assert.match(omissions.map(({ message }) => message).join(), /'Wiki'.*0d820ecd/);
  });

  it('names the missing activity reports in a cloud of the US Government when the lifecycle is enabled', () => {
    const [omission] = omittedFromLifecycle(inCloud('graph.microsoft.us'), {});
    assert.equal(omission?.feature, 'activityReports');
    assert.deepEqual(omittedFromLifecycle(inCloud('graph.microsoft.us'), undefined), []);
  });

  it('omits only the order of tabs in the worldwide cloud', () => {
    const worldwide = inCloud('graph.microsoft.com');
    assert.deepEqual(
      omitUnsupported(worldwide, WANTED).omissions.map(({ feature }) => feature),
      ['tabOrder'],
    );
    assert.deepEqual(omittedFromLifecycle(worldwide, {}), []);
  });

  it('warns that no stay of an inactive guest ends without sign-ins, if the policy has `inactiveDays`', () => {
    const policy = (inactiveDays?: number) => ({
      name: 'Partners',
      settings: { guests: 'allowed' as const, ...(inactiveDays && { inactiveDays }) },
    });
    const [omission] = omittedFromGuests({ signIns: false }, policy(90));
    assert.equal(omission?.feature, 'inactiveGuests');
    assert.match(omission?.message ?? '', /'Partners' ends no stays .* permission or a licence is missing/);
    for (const [signIns, applied] of [
      [true, policy(90)],
      [false, policy()],
      [false, undefined],
    ] as const)
      assert.deepEqual(omittedFromGuests({ signIns }, applied), []);
  });
});

describe('a change in the cloud of 21Vianet', () => {
  const world = useGraphWorld();

  it('is rejected when Microsoft Graph does not support it there', async () => {
    const { database, clock, tenantId } = world;
    const { channels, teams } = createGraphSuite(suiteDeps(database.tenancy, clock), {
      cloud: { url: 'https://microsoftgraph.chinacloudapi.cn/v1.0', authority: 'https://login.example' },
      registrations: [],
    });
    const teamId = crypto.randomUUID();
    const isNotSupported = (error: unknown): boolean =>
      isCharterError(error) && error.details?.[0]?.code === 'NotSupported';
    const shared = { ...aChannel('Partners'), membershipType: 'shared' } as const;
    await assert.rejects(channels.createTabs(tenantId, teamId, 'any', [aTab('Wiki')]), isNotSupported);
    await assert.rejects(channels.create(tenantId, teamId, [shared]), isNotSupported);
    await assert.rejects(teams.installApps(tenantId, teamId, [world.apps.own]), isNotSupported);
  });
});
