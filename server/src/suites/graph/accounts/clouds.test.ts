import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TemplateChannel } from '../../../domain/catalog/model.ts';
import { feasible, omittedActivity } from '../../../flows/provisioning/unsupported.ts';
import { capabilitiesWith } from './account.ts';

const channel = (
  displayName: string,
  membershipType: TemplateChannel['membershipType'],
): TemplateChannel => ({
  ...{ displayName, membershipType },
  ...{ description: null, isFavoriteByDefault: false, tabs: [] },
});

const WANTED = {
  structure: {
    settings: {},
    primaryChannelTabs: [],
    channels: [channel('Plans', 'standard'), channel('Partners', 'shared')],
    installedApps: [],
  },
  texts: { welcomeMessage: '' },
};

const inCloud = (host: string) =>
  capabilitiesWith(undefined, { url: `https://${host}/v1.0`, authority: 'https://login.example' });

describe('a plan in a national cloud', () => {
  it('leaves out shared channels and names them in the clouds of the US Government', () => {
    for (const host of ['graph.microsoft.us', 'dod-graph.microsoft.us']) {
      const { structure, omissions } = feasible(inCloud(host), WANTED);
      assert.deepEqual(
        structure.channels.map(({ displayName }) => displayName),
        ['Plans'],
      );
      assert.match(omissions.map(({ message }) => message).join(), /not created.*'Partners'/);
    }
  });

  it('says that the lifecycle does not know how people use the team', () => {
    const [omission] = omittedActivity(inCloud('graph.microsoft.us'), { enabled: true });
    assert.equal(omission?.feature, 'activityReports');
    assert.deepEqual(omittedActivity(inCloud('graph.microsoft.us'), { enabled: false }), []);
  });

  it('omits neither in the worldwide cloud', () => {
    const worldwide = inCloud('graph.microsoft.com');
    assert.deepEqual(feasible(worldwide, WANTED).omissions, []);
    assert.deepEqual(omittedActivity(worldwide, { enabled: true }), []);
  });
});
