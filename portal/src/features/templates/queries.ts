/** Server state of templates: those available to the person, the catalog, and the history of one template. */
import type { CatalogTemplateCheckPayload, CatalogTemplateDetails } from '@charter/sdk';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isTransient, refreshAfter, useClient } from '../../base/client.ts';
import { usePages } from '../../base/paging.ts';
import type { ManifestText } from './manifest-text.ts';

const ALL_LANGUAGES = '*';
const FRESH_MILLISECONDS = 60_000;

const ALL = ['templates'] as const;
const oneKey = (templateId: string) => [...ALL, 'one', templateId] as const;

export function useMyTemplates() {
  const client = useClient();
  return useQuery({
    queryKey: [...ALL, 'mine'],
    queryFn: ({ signal }) => client.catalog.getMyCatalogTemplates({ language: ALL_LANGUAGES }, { signal }),
    staleTime: FRESH_MILLISECONDS,
  });
}

/** Ids and names of all templates in every language. Enable it only for people who can list the catalog. */
export function useTemplateNames(enabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...ALL, 'catalog'],
    queryFn: ({ signal }) => client.catalog.getCatalogTemplates({ language: ALL_LANGUAGES }, { signal }),
    select: ({ value }) => value.map(({ templateConfiguration: { id, name } }) => ({ id, name })),
    staleTime: FRESH_MILLISECONDS,
    enabled,
  });
}
/** All templates of the organisation. */
export function useCatalog() {
  const client = useClient();
  return useQuery({
    queryKey: [...ALL, 'catalog'],
    queryFn: ({ signal }) => client.catalog.getCatalogTemplates({ language: ALL_LANGUAGES }, { signal }),
  });
}

/** All channel templates of the organisation. */
export function useChannelCatalog() {
  const client = useClient();
  return useQuery({
    queryKey: [...ALL, 'channels'],
    queryFn: ({ signal }) => client.catalog.getChannelTemplates({ signal }),
  });
}

/** A template and its manifest, of the same revision. */
export interface StoredTemplate extends ManifestText {
  details: CatalogTemplateDetails;
  revision: number;
}

/** Returns a function that reads a template, then the manifest of its version, so that both have the same revision. */
function useReadTemplate() {
  const client = useClient();
  return async (templateId: string, signal?: AbortSignal): Promise<StoredTemplate> => {
    const options = signal === undefined ? {} : { signal };
    const details = await client.catalog.getCatalogTemplate(templateId, options);
    const { version } = details.templateConfiguration;
    const { text, format } = await client.catalog.getCatalogTemplateVersion(templateId, version, options);
    return { details, revision: details.revision, text, format };
  };
}

export function useTemplate(templateId: string) {
  const read = useReadTemplate();
  return useQuery({
    queryKey: oneKey(templateId),
    queryFn: ({ signal }) => read(templateId, signal),
  });
}

/** Returns a function that reads the current state of the template. */
export function useRefreshTemplate() {
  const queries = useQueryClient();
  const read = useReadTemplate();
  return (templateId: string): Promise<StoredTemplate> =>
    queries.fetchQuery({ queryKey: oneKey(templateId), queryFn: () => read(templateId), staleTime: 0 });
}

export function useVersions(templateId: string) {
  const client = useClient();
  return usePages({
    queryKey: [...oneKey(templateId), 'versions'],
    query: { $top: 50 },
    load: (query, options) => client.catalog.getCatalogTemplateVersions(templateId, query, options),
  });
}

/** @param version nothing is loaded while it is undefined */
export function useVersion(templateId: string, version: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: [...oneKey(templateId), 'version', version],
    queryFn: ({ signal }) => client.catalog.getCatalogTemplateVersion(templateId, version ?? '', { signal }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The service's check of an unsaved manifest. A newer text cancels the call. */
export function useTemplateCheck(payload: CatalogTemplateCheckPayload, isEnabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['template-check', payload],
    queryFn: ({ signal }) => client.catalog.checkCatalogTemplate(payload, { signal, idempotencyKey: false }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    retry: (_tries, error) => isTransient(error),
    gcTime: 0,
  });
}

/** Changes templates, then refreshes them. */
function useChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: refreshAfter(queries, ALL) });
}

const ifMatch = (revision: number | undefined) =>
  revision === undefined ? {} : { ifMatch: `"${revision}"` };

export function useApplyTemplate() {
  const client = useClient();
  return useChange(({ text, format, revision }: ManifestText & { revision: number | undefined }) =>
    client.catalog.applyCatalogTemplate({ manifest: text, format }, ifMatch(revision)),
  );
}

export function useSetEnabled() {
  const client = useClient();
  return useChange(({ id, enabled }: { id: string; enabled: boolean }) =>
    client.catalog.updateCatalogTemplate(id, { enabled }),
  );
}

export function useDeleteTemplate() {
  const client = useClient();
  return useChange((id: string) => client.catalog.deleteCatalogTemplate(id));
}
