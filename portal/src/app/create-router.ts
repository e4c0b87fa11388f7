import { createRouter } from '@tanstack/react-router';
import { BASE_PATH } from '../base/address.ts';
import { BrokenPage } from './BrokenPage.tsx';
import { PendingPage } from './PendingPage.tsx';
import { routes } from './router.tsx';

export const createPortalRouter = () =>
  createRouter({
    routeTree: routes,
    basepath: BASE_PATH,
    defaultPreload: 'intent',
    defaultErrorComponent: BrokenPage,
    defaultPendingComponent: PendingPage,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
