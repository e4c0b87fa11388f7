import { useIsUnreachable } from '../base/chunks.ts';
import { useMessages } from '../base/messages.ts';
import { Loading } from '../components/Loading.tsx';
import { Page } from '../components/Page.tsx';
import { UnreachableNotice } from '../components/Problem.tsx';

/** Replaces a page while it loads. */
export function PendingPage() {
  const text = useMessages();
  const isAway = useIsUnreachable();
  return <Page title={text('state.loading')}>{isAway ? <UnreachableNotice /> : <Loading />}</Page>;
}
