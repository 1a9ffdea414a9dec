/** Pictures of a board for the clipboard. */

/** Draws the picture as the server made it, at twice its size. */
export async function png(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(svg)))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The picture can not be drawn.')) : resolve(blob)), 'image/png');
  });
}

/** Returns the bytes of a picture in base 64, for a message. */
export async function inBase64(picture: Blob): Promise<string> {
  let binary = '';
  for (const byte of new Uint8Array(await picture.arrayBuffer())) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary);
}
