# Go game records in the Ishi Standard Format: file types and highlighting for Kakoune.
# docs/editors/others.md describes how to use it together with the language server.

hook global BufCreate .*[.](ishi|prb) %{
    set-option buffer filetype ishi
}

hook global WinSetOption filetype=ishi %{
    require-module ishi
    add-highlighter window/ishi ref ishi
    set-option window comment_line REMARK
    hook -once -always window WinSetOption filetype=.* %{ remove-highlighter window/ishi }
}

provide-module ishi %{
    # The text of comments and user data holds no moves, whatever its lines look like.
    add-highlighter shared/ishi regions
    add-highlighter shared/ishi/comment region '(?i)^\h*COM(?=\s)' '(?i)^\h*ENDCOM(?=\s)' group
    add-highlighter shared/ishi/comment/ fill comment
    add-highlighter shared/ishi/comment/ regex '(?i)^\h*(?:END)?COM(?=\s)' 0:keyword
    add-highlighter shared/ishi/user region '(?i)^\h*USER(?=\s)' '(?i)^\h*ENDUSER(?=\s)' group
    add-highlighter shared/ishi/user/ fill comment
    add-highlighter shared/ishi/user/ regex '(?i)^\h*(?:END)?USER(?=\s)' 0:keyword
    add-highlighter shared/ishi/remark region '(?i)^\h*REMARK(?=\s)' '$' fill comment
    add-highlighter shared/ishi/data default-region group
    add-highlighter shared/ishi/data/ regex '(?i)^\h*(BOARDSIZE|COM|DIAGRAM|ENDCOM|ENDUSER|ENDVAR|EVENT|HIDE|MARK|PRISONER|SETUP|UNMARK|USER|VAR)(?=\s)' 1:keyword
    add-highlighter shared/ishi/data/ regex '(?i)^\h*(ANALYSIS|BLACK|DATE|HANDICAP|KOMI|PLACE|RECORDER|RESULT|RULES|SOURCE|TIMELIMIT|WHITE)(?=\s)([^\n]*)' 1:attribute 2:string
    add-highlighter shared/ishi/data/ regex '(?i)^\h*([BW])\h+(\d+)\h+([A-HJ-T]\d{1,2}|PASS)(?=\s)' 1:type 2:value 3:variable
}
