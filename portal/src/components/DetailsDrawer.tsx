import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  OverlayDrawer,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useMessages } from '../base/messages.ts';
import { useReturnFocus } from './use-return-focus.ts';

const useStyles = makeStyles({
  drawer: { width: 'min(640px, 100vw)' },
  body: {
    display: 'grid',
    gap: tokens.spacingVerticalL,
    alignContent: 'start',
    overflowWrap: 'anywhere',
    paddingBottom: tokens.spacingVerticalXXL,
  },
});

/** Details of one item of a list, beside the list. */
export function DetailsDrawer(props: { title: string; onClose: () => void; children: ReactNode }) {
  const { title, onClose, children } = props;
  useReturnFocus();
  const styles = useStyles();
  const text = useMessages();
  return (
    <OverlayDrawer
      open
      position="end"
      className={styles.drawer}
      onOpenChange={(_event, { open }) => !open && onClose()}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          action={
            <Button
              appearance="subtle"
              aria-label={text('action.close')}
              icon={<DismissRegular />}
              onClick={onClose}
            />
          }
        >
          {title}
        </DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody className={styles.body}>{children}</DrawerBody>
    </OverlayDrawer>
  );
}
