/** Server state of apps and their secrets: keys, loading and invalidation. */
import type { App, AppPayload, AppSecretPayload } from '@charter/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { usePages } from '../../base/paging.ts';

const KEY = 'apps';

export type Scope = NonNullable<App['scopes']>[number];
export type AppSecret = App['secrets'][number];

/** Scopes that only read come first. */
export const READING = [
  'teams.read',
  'catalog.read',
  'jobs.read',
  'approvals.read',
  'audit.read',
  'people.read',
] as const satisfies Scope[];
export const CHANGING = [
  'teams.request',
  'teams.manage',
  'teams.delete',
  'catalog.manage',
  'approvals.decide',
  'hooks.manage',
  'people.manage',
  'governance.manage',
] as const satisfies Scope[];

export function useApps() {
  const { apps } = useClient();
  return usePages({ queryKey: [KEY, 'list'], query: {}, load: apps.getApps });
}

export function useApp(appId: string) {
  const { apps } = useClient();
  return useQuery({
    queryKey: [KEY, 'one', appId],
    queryFn: ({ signal }) => apps.getApp(appId, { signal }),
  });
}

export function useCreateApp() {
  const { apps } = useClient();
  return useAppMutation((payload: AppPayload) => apps.createApp(payload));
}

/** The actions on an app. Each refreshes the lists and pages of apps. */
export function useAppActions(appId: string) {
  const { apps } = useClient();
  return {
    update: useAppMutation((change: Parameters<typeof apps.updateApp>[1]) => apps.updateApp(appId, change)),
    remove: useAppMutation(() => apps.deleteApp(appId)),
    addSecret: useAppMutation((secret: AppSecretPayload) => apps.addAppSecret(appId, secret)),
    removeSecret: useAppMutation((secretId: string) => apps.removeAppSecret(appId, secretId)),
  };
}

function useAppMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn, onSettled: refreshAfter(queries, [KEY]) });
}
