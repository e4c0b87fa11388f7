/** Server state of apps, their secrets and the tokens of connectors: keys, loading and invalidation. */
import {
  APP_SCOPES,
  type App,
  type AppPayload,
  type AppSecretPayload,
  type ScimTokenPayload,
} from '@charter/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { usePages } from '../../base/paging.ts';

const KEY = 'apps';
const SCIM_KEY = 'scimTokens';

export type Scope = (typeof APP_SCOPES)[number];
export type AppSecret = App['secrets'][number];

const isReading = (scope: Scope): boolean => scope.endsWith('.read');

/** Scopes that only allow reading. */
export const READ_SCOPES = APP_SCOPES.filter(isReading);
/** Scopes that also allow changes. */
export const WRITE_SCOPES = APP_SCOPES.filter((scope) => !isReading(scope));

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

export function useScimTokens() {
  const { scimTokens } = useClient();
  return usePages({ queryKey: [SCIM_KEY], query: {}, load: scimTokens.getScimTokens });
}

export function useCreateScimToken() {
  const { scimTokens } = useClient();
  return useScimMutation((payload: ScimTokenPayload) => scimTokens.createScimToken(payload));
}

export function useRevokeScimToken() {
  const { scimTokens } = useClient();
  return useScimMutation((tokenId: string) => scimTokens.deleteScimToken(tokenId));
}

function useScimMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn, onSettled: refreshAfter(queries, [SCIM_KEY]) });
}
