/** Takes files that are dropped anywhere on the page; text that is dragged into a box still arrives there. */
export function takeDroppedFiles(onFiles: (files: readonly File[]) => void): void {
  window.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer!.dropEffect = 'copy';
    showTarget(true);
  });
  window.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) showTarget(false);
  });
  window.addEventListener('drop', (event) => {
    showTarget(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    onFiles([...event.dataTransfer!.files]);
  });
}

function showTarget(isOver: boolean): void {
  document.body.classList.toggle('drop-target', isOver);
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
