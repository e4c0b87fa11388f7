/** The root of the pages, and routes of pages with and without filters. */
import { createRootRoute, createRoute } from '@tanstack/react-router';
import type { lazyPage } from '../base/chunks.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { Shell } from './Shell.tsx';

export const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

/** Creates the route of a page without filters in its address. */
export const pageAt = <const Path extends string>(path: Path, component: ReturnType<typeof lazyPage>) =>
  createRoute({ getParentRoute: () => root, path, component });

/** Creates the route of a page with filters in its address. */
export const filteredPage = <const Path extends string, Filters extends object>(
  path: Path,
  validateSearch: (search: Record<string, unknown>) => Filters,
  component: ReturnType<typeof lazyPage>,
) => createRoute({ getParentRoute: () => root, path, validateSearch, component });
