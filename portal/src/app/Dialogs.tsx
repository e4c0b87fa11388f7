import { useLocation } from '@tanstack/react-router';
import { Fragment, useEffect } from 'react';
import { closeDialog, closeDialogOfOtherPage, useOpenDialog } from '../components/dialogs.ts';

/** Shows the dialog that a page has opened. It closes when the person opens another page. */
export function Dialogs() {
  const dialog = useOpenDialog();
  const pathname = useLocation({ select: (location) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(closeDialogOfOtherPage, [pathname]);
  if (dialog === undefined) return null;
  return <Fragment key={dialog.id}>{dialog.render(() => closeDialog(dialog.id))}</Fragment>;
}
