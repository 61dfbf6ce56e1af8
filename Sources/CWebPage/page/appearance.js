// Runs before the first paint, as a classic script: a module would run after it, and the page would flash in the wrong theme.
(function () {
  try {
    var theme = localStorage.getItem('domo.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch (failure) {
    // Storage is switched off: the system's theme stays.
  }
})();
