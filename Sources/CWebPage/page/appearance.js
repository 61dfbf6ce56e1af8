// A classic script, so that it runs before the first paint; with a module, the page would flash in the wrong theme.
(function () {
  var language = navigator.language;
  try {
    var theme = localStorage.getItem('domo.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    language = localStorage.getItem('domo.language') || language;
  } catch (failure) {
    // Storage is disabled: use the system's theme and the browser's language.
  }
  if (/^(es|ca|en)/.test(language)) {
    var words = document.createElement('link');
    words.rel = 'modulepreload';
    words.href = new URL('words/' + language.slice(0, 2) + '.js', /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
    document.head.appendChild(words);
  }
})();
