export const editorParts = { name: 'editor-parts' };
