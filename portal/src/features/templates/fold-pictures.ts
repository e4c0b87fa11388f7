/** Folds the Base64 text of embedded pictures into an ellipsis, because nobody reads it. */
import type { Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';

const BASE64_OF_A_DATA_URI = /(?<=;base64,)[A-Za-z0-9+/=]{80,}/g;

class Ellipsis extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const shown = document.createElement('span');
    shown.textContent = '…';
    return shown;
  }
}

const pictures = new MatchDecorator({
  regexp: BASE64_OF_A_DATA_URI,
  decoration: Decoration.replace({ widget: new Ellipsis() }),
});

export const foldPictures: Extension = ViewPlugin.fromClass(
  class {
    folded: DecorationSet;

    constructor(view: EditorView) {
      this.folded = pictures.createDeco(view);
    }

    update(update: ViewUpdate): void {
      this.folded = pictures.updateDeco(update, this.folded);
    }
  },
  {
    decorations: ({ folded }) => folded,
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.folded ?? Decoration.none),
  },
);
