// Opens the page for browsers below an example, and only when somebody wants to try it. Without this script, its link opens it.
document.addEventListener('click', (event) => {
  const link = event.target.closest('.try a');
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  event.preventDefault();
  const open = link.parentElement.querySelector('iframe');
  if (open === null) {
    const frame = document.createElement('iframe');
    frame.title = 'The example in an editor';
    frame.src = link.href;
    link.after(frame);
  } else {
    open.remove();
  }
  link.textContent = open === null ? 'Close' : 'Try it';
});
