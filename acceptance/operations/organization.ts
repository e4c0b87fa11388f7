import assert from 'node:assert/strict';
import { rejection } from '../stage.ts';
import { body, type OperationCase } from './operation-case.ts';

const PATH = '/organization/branding';
const branding = body('PATCH', () => PATH);

/** A WebP image of one pixel. */
const IMAGE = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');

const unknownOption = (method: string, path: string) => ({
  what: 'an unknown option',
  request: () => ({ method, path: `/v1.0${path}?colour=red` }),
  target: 'colour',
});

export const ORGANIZATION_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'getOrganizationBranding',
    caller: 'stranger',
    call: async (client) => {
      const { revision } = await client.organization.getOrganizationBranding();
      assert.ok(revision >= 0);
    },
    forbidden: null,
    foreign: 'separate',
    bad: [unknownOption('GET', PATH)],
  },
  {
    operation: 'updateOrganizationBranding',
    caller: 'admin',
    call: async ({ organization }) => {
      const before = await organization.getOrganizationBranding();
      const named = await organization.updateOrganizationBranding({
        displayName: ' Fabrikam ',
        accentColor: '#ffb900',
        supportContact: '',
      });
      assert.deepEqual(
        [named.displayName, named.accentColor, named.textColor, named.supportContact],
        ['Fabrikam', '#FFB900', '#000000', undefined],
      );
      const ifMatch = `"${before.revision}"`;
      const outdated = await rejection(
        organization.updateOrganizationBranding({ displayName: 'Other' }, { ifMatch }),
      );
      assert.equal(outdated.status, 412);
      // A client can send back the branding that it has read.
      assert.equal((await organization.updateOrganizationBranding(named)).revision, named.revision);
      const removed = await organization.updateOrganizationBranding({ displayName: null, accentColor: null });
      assert.deepEqual([removed.displayName, removed.textColor], [undefined, undefined]);
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [
      branding('a name of two lines', { displayName: 'Fabrikam\nBcc: all' }, 'displayName'),
      branding('a name of 101 characters', { displayName: 'x'.repeat(101) }, 'displayName'),
      branding('a colour by name', { accentColor: 'red' }, 'accentColor'),
      branding('a link that is a script', { helpUrl: 'javascript:alert(1)' }, 'helpUrl'),
      branding('a link without TLS', { helpUrl: 'http://help.example' }, 'helpUrl'),
      branding('a mail link without an address', { helpUrl: 'mailto:help' }, 'helpUrl'),
      branding('a link with a user name', { namingRulesUrl: 'https://a@b.example' }, 'namingRulesUrl'),
      branding(
        'a mail address as link to the naming rules',
        { namingRulesUrl: 'mailto:a@b.example' },
        'namingRulesUrl',
      ),
      branding('a contact that is too long', { supportContact: 'x'.repeat(201) }, 'supportContact'),
      branding('an unknown field', { theme: 'red' }, 'theme'),
    ],
  },
  {
    operation: 'putOrganizationLogo',
    caller: 'admin',
    call: async ({ organization }) => {
      const { logo, revision } = await organization.putOrganizationLogo(IMAGE);
      assert.deepEqual([logo?.contentType, logo?.size], ['image/webp', IMAGE.length]);
      assert.equal((await organization.putOrganizationLogo(IMAGE)).revision, revision);
      const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
      assert.equal((await rejection(organization.putOrganizationLogo(svg))).status, 415);
      const large = new Uint8Array(100 * 1024 + 1);
      large.set(IMAGE);
      assert.equal((await rejection(organization.putOrganizationLogo(large))).status, 413);
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [unknownOption('PUT', `${PATH}/logo`)],
  },
  {
    operation: 'getOrganizationLogo',
    caller: 'admin',
    call: async ({ organization }) => {
      await organization.putOrganizationLogo(IMAGE);
      const read = await organization.getOrganizationLogo();
      assert.deepEqual(Buffer.from(await new Response(read).arrayBuffer()), IMAGE);
      await organization.deleteOrganizationLogo();
      assert.equal((await rejection(organization.getOrganizationLogo())).status, 404);
    },
    forbidden: null,
    foreign: 'separate',
    bad: [unknownOption('GET', `${PATH}/logo`)],
  },
  {
    operation: 'deleteOrganizationLogo',
    caller: 'admin',
    call: async ({ organization }) => {
      await organization.putOrganizationLogo(IMAGE);
      await organization.deleteOrganizationLogo();
      await organization.deleteOrganizationLogo();
      assert.equal((await organization.getOrganizationBranding()).logo, undefined);
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [unknownOption('DELETE', `${PATH}/logo`)],
  },
];
