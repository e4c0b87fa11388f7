import { list, setting } from '../../config/formats.ts';
import { defineSuite } from '../definition.ts';

export const embeddedSuite = defineSuite({
  summary: 'in its own database',
  settings: {
    embeddedApps: setting(
      'CHARTER_EMBEDDED_APPS',
      list,
      'Ids of Teams apps that your organisation publishes itself, separated by commas. With the suite `embedded`, a template may name these and the built-in apps of Microsoft Teams; others are rejected, in a manifest and in a new tab.',
    ),
  },
  keepsDirectory: true,
  registersTenants: false,
  toTenantId: (id) => id,
  configure: ({ embeddedApps }) => ({ own: { ownApps: embeddedApps }, tenants: [], warnings: [] }),
  async open(own, context) {
    const { createEmbeddedSuite } = await import('./suite.ts');
    const suite = createEmbeddedSuite(context, own);
    return { suite, directory: suite };
  },
  sealed: [],
});
