/** Files of the web, at an address that the address of the page names. */

/** Fetches a file of at most `most` bytes. Throws the reason, in words for the user, if it can't be had. */
export async function fetchFile(address: string, most: number): Promise<File> {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Error('the address has to begin with https:// or http://');
  }
  const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => {
    throw new Error('the server can not be reached, or does not allow other pages to read the file (CORS)');
  });
  if (!response.ok || response.body === null) {
    throw new Error(`the server answered ${response.status} ${response.statusText}`.trim());
  }
  const chunks: BlobPart[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    size += value?.length ?? 0;
    if (size > most) {
      await reader.cancel();
      throw new Error(`it has more than ${most >> 20} MB`);
    }
    chunks.push(value as Uint8Array<ArrayBuffer>);
  }
  return new File(chunks, nameIn(url), { lastModified: Date.now() });
}

/** The last part of the path, as the name of a file. */
function nameIn({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'remote.ishi';
  } catch {
    return last;
  }
}
