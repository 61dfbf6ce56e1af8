/// How scene files are written, as `domo help scenes` shows it.
public enum SceneGrammar {
    public static let page = """
        A scene is a file of orders, one a line.

        """
}
