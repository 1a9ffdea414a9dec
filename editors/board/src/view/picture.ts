/** Pictures of a board as pixels, from the SVG of the server. */

/** Draws a picture that is `width` pixels wide, by default twice as wide as the server made it. */
export async function draw(svg: string, width?: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(svg)))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width ?? image.naturalWidth * 2;
  canvas.height = Math.round((image.naturalHeight * canvas.width) / image.naturalWidth);
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Returns a picture as PNG; see [`draw`] for its width. */
export async function png(svg: string, width?: number): Promise<Blob> {
  const canvas = await draw(svg, width);
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
