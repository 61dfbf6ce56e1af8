// Runs before the first paint, as a classic script: a module would run after it, and the page would flash in the wrong theme.
(function () {
  var language = navigator.language;
  try {
    var theme = localStorage.getItem('domo.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    language = localStorage.getItem('domo.language') || language;
  } catch (failure) {
    // Storage is switched off: the system's theme and the browser's language stay.
  }
  if (/^(es|ca|en)/.test(language)) {
    var words = document.createElement('link');
    words.rel = 'modulepreload';
    words.href = '/assets/words/' + language.slice(0, 2) + '.js';
    document.head.appendChild(words);
  }
})();
