// Applies the stored theme before the first paint. A file of its own, since the server's policy refuses inline scripts.
(() => {
  let theme = "dark";
  try {
    if (localStorage.getItem("theme") === "light") theme = "light";
  } catch {
    // Storage may be closed to us; the default stands.
  }
  const root = document.documentElement;
  root.classList.remove("dark", "light");
  root.classList.add(theme);
  root.dataset.mantineColorScheme = theme;
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", theme === "light" ? "#f4f3f8" : "#110b1c");
})();
