// Inlined by the build. Runs first and in every browser, so it uses only the oldest syntax. Shows a
// message if the app cannot start, and records a press made before the app has loaded. The notice
// covers HOME from the start, and can be answered: `data-agreed` tells the app.
(function () {
  'use strict';
  /** By then a browser that supports modules has run the page's module. */
  var patienceMs = 3000;

  function byId(id) {
    return document.getElementById(id);
  }

  /** Without a state, the page's module has not run. */
  function onState() {
    var state = document.documentElement.getAttribute('data-app');
    if (state === null || state === 'refused') refuse();
    if (state === 'busy') say('data-busy');
  }

  function refuse() {
    var message = byId('cannot-start');
    var paint = byId('first-paint');
    if (!message || !paint) return;
    message.removeAttribute('hidden');
    byId('press-wait').textContent = '';
    removeNotice();
    var controls = paint.querySelectorAll('button, input, select');
    for (var index = 0; index < controls.length; index += 1) {
      controls[index].disabled = true;
      controls[index].setAttribute('aria-disabled', 'true');
    }
    document.removeEventListener('click', onClick);
    document.removeEventListener('keydown', onKey);
  }

  function findNotice() {
    var paint = byId('first-paint');
    return paint && paint.querySelector('dialog');
  }

  /** Unless this device has agreed before. Which version it was, only the app knows. */
  function openNotice() {
    var notice = findNotice();
    if (!notice) return;
    var known;
    try {
      known = localStorage.getItem('inaam-notice');
    } catch (error) {
      known = !error;
    }
    if (known) return;
    notice.addEventListener('change', onTick);
    notice.addEventListener('cancel', function (event) {
      event.preventDefault();
    });
    try {
      notice.showModal();
    } catch (error) {
      if (error) notice.setAttribute('data-stand-in', '');
      notice.setAttribute('open', '');
    }
    // Outside a modal dialog it would be behind it.
    notice.appendChild(byId('press-wait'));
    notice.querySelector('input').focus();
  }

  function removeNotice() {
    var notice = findNotice();
    if (!notice) return;
    document.body.appendChild(byId('press-wait'));
    notice.parentNode.removeChild(notice);
  }

  function onTick(event) {
    var boxes = findNotice().querySelectorAll('input');
    for (var index = 0; index < boxes.length; index += 1) {
      if (boxes[index] !== event.target) boxes[index].checked = false;
    }
    var submit = findNotice().querySelector('[data-submits]');
    submit.setAttribute('aria-disabled', String(!boxes[0].checked));
  }

  function press(button) {
    var paint = byId('first-paint');
    if (button.hasAttribute('data-submits') && within(paint, button, 'DIALOG')) {
      if (button.getAttribute('aria-disabled') === 'true') return;
      paint.setAttribute('data-agreed', '');
      removeNotice();
      return;
    }
    var before = paint.querySelector('[aria-busy]');
    if (before) before.removeAttribute('aria-busy');
    button.setAttribute('aria-busy', 'true');
    say('data-text');
  }

  function say(name) {
    var wait = byId('press-wait');
    if (!wait || (wait.firstChild && name === 'data-text')) return;
    var text = wait.firstChild || document.createElement('p');
    text.className = 'loader';
    text.textContent = wait.getAttribute(name);
    wait.appendChild(text);
  }

  function within(paint, node, name) {
    for (; node && node !== paint; node = node.parentNode) {
      if (node.nodeName === name) return paint && paint.contains(node) ? node : null;
    }
    return null;
  }

  function onClick(event) {
    var button = within(byId('first-paint'), event.target, 'BUTTON');
    if (!button) return;
    // Otherwise a surrounding label would tick its box.
    event.preventDefault();
    press(button);
  }

  function onKey(event) {
    if (event.key !== 'Enter' || event.target.nodeName !== 'INPUT') return;
    var form = within(byId('first-paint'), event.target, 'FORM');
    if (form) press(form.querySelector('[data-submits]'));
  }

  document.addEventListener('click', onClick);
  document.addEventListener('keydown', onKey);
  document.addEventListener('app-state', onState);
  document.addEventListener('DOMContentLoaded', function () {
    openNotice();
    setTimeout(onState, 'noModule' in document.createElement('script') ? patienceMs : 0);
  });
})();
