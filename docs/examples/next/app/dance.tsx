'use client';

import { OdoriPlayer } from '@odori/react/element';
import { useState } from 'react';

/** The player. A server writes it as a tag with its fallback inside; three.js runs in the browser only. */
export function Dance() {
  const [message, setMessage] = useState('');
  return (
    <>
      <OdoriPlayer
        model="/files/dancer.pmx"
        motion="/files/dance.vmd"
        camera="/files/camera.vmd"
        audio="/files/song.ogg"
        stage="floor"
        alt="A dancer on a floor"
        controls
        loop
        onCanPlay={({ currentTarget }) =>
          setMessage(`${currentTarget.loadedModel?.name} is ready. Press play.`)
        }
        onError={({ currentTarget }) => setMessage(currentTarget.error?.message ?? '')}
      >
        <p>The dancer is loading.</p>
        <noscript>The dancer needs JavaScript.</noscript>
      </OdoriPlayer>
      <p role="status">{message}</p>
    </>
  );
}
