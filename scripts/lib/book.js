// Opens the page for browsers in the site of the docs: below an example when somebody wants to try it, and on the first page when it is in
// view. Without this script, there are links to it, and a picture on the first page.

/** Returns a frame with the page. */
function frameOf(address, title) {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.src = address;
  return frame;
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('.try a');
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  event.preventDefault();
  const open = link.parentElement.querySelector('iframe');
  if (open === null) {
    link.after(frameOf(link.href, 'The example in an editor'));
  } else {
    open.remove();
  }
  link.textContent = open === null ? 'Close' : 'Try it';
});

/** Puts the page in the place of its picture. A narrow place has only the board of the page. */
function openLive(live) {
  const { href } = live.querySelector('a');
  live.prepend(frameOf(live.clientWidth < 600 ? `${href}?board` : href, 'The page for browsers'));
}

// The docs come first, and who saves data keeps the picture.
window.addEventListener('load', () => {
  const live = document.querySelector('.live');
  if (live === null || navigator.connection?.saveData) {
    return;
  }
  const watcher = new IntersectionObserver(([{ isIntersecting }]) => {
    if (isIntersecting) {
      watcher.disconnect();
      openLive(live);
    }
  });
  watcher.observe(live);
});
