" Vim syntax file
" Language: Ishi Standard Format for Go game records
"
" A line is a keyword and its fields. What a keyword may be followed by is in the tables below, so each
" keyword is written once. Two blocks are not made of such lines: commentary (COM to ENDCOM), which is prose
" with a few signs in it, and user data (USER to ENDUSER), which means something only to its program.

if exists('b:current_syntax')
  finish
endif

let s:save_cpo = &cpo
set cpo&vim

" The keywords, in the groups and the order of the Standard.
let s:event_keywords = ['EVENT']

let s:header_keywords = [
      \ 'ANALYSIS', 'BLACK', 'DATE', 'HANDICAP', 'KOMI', 'PLACE',
      \ 'RECORDER', 'RESULT', 'RULES', 'SOURCE', 'TIMELIMIT', 'WHITE',
      \ ]

" Each with its highlight group and with what may follow it.
let s:data_keywords = [
      \ ['B',         'ishiBlack',       'ishiMoveNumber'],
      \ ['BOARDSIZE', 'ishiDataKeyword', 'ishiNumber'],
      \ ['COM',       'ishiDataKeyword', 'region'],
      \ ['DIAGRAM',   'ishiDataKeyword', 'ishiDiagramFields'],
      \ ['ENDCOM',    'ishiDataKeyword', 'ishiIgnored'],
      \ ['ENDUSER',   'ishiDataKeyword', 'ishiIgnored'],
      \ ['ENDVAR',    'ishiDataKeyword', 'ishiIgnored'],
      \ ['HIDE',      'ishiDataKeyword', 'ishiStoneFields'],
      \ ['MARK',      'ishiDataKeyword', 'ishiMarkFields'],
      \ ['PRISONER',  'ishiDataKeyword', 'ishiStoneFields'],
      \ ['REMARK',    'ishiRemark',      'ishiRemarkText'],
      \ ['SETUP',     'ishiDataKeyword', 'ishiSetupFields'],
      \ ['UNMARK',    'ishiDataKeyword', 'ishiMarkFields'],
      \ ['USER',      'ishiDataKeyword', 'region'],
      \ ['VAR',       'ishiDataKeyword', 'ishiVarLabel,ishiVarSign,ishiIgnored'],
      \ ['W',         'ishiWhite',       'ishiMoveNumber'],
      \ ]

syn case ignore
syn spell default
" A field is whatever stands between blanks, and so is a keyword: `B-3` is not B.
syn iskeyword 33-126,128-255

" Lines ----------------------------------------------------------------------------------------------

" The empty match at the start of a line hands over to the keyword after the blanks.
syn match ishiLine /^/ nextgroup=@ishiStatement skipwhite
syn cluster ishiStatement contains=ishiUnknownKeyword,ishiEventKeyword,ishiHeaderKeyword,
      \ishiDataKeyword,ishiBlack,ishiWhite,ishiRemark,ishiCommentary,ishiUserData

" Defined first, so that anything that is known wins over it.
syn match ishiUnknownKeyword contained /\S\+/

execute 'syn keyword ishiEventKeyword contained nextgroup=ishiEventTitle skipwhite' join(s:event_keywords)
execute 'syn keyword ishiHeaderKeyword contained nextgroup=ishiHeaderText skipwhite' join(s:header_keywords)
for [s:word, s:group, s:next] in s:data_keywords
  if s:next !=# 'region'
    execute 'syn keyword' s:group 'contained nextgroup=' . s:next 'skipwhite' s:word
  endif
endfor

syn match ishiEventTitle contained /\S.*/ contains=@Spell
syn match ishiHeaderText contained /\S.*/ contains=@Spell
" Words after ENDVAR and its like, which readers drop.
syn match ishiIgnored contained /\S.*/ contains=@Spell
syn match ishiRemarkText contained /\S.*/ contains=ishiDirective,@Spell
" A remark to the checker: which of its findings are meant.
syn match ishiDirective contained /\%(^\s*remark\s\+\)\@<=ishi:\s*allow\>.*/ contains=@NoSpell

" Fields ---------------------------------------------------------------------------------------------

" A row of 1 to 19 and a column of A to T, in which there is no I.
syn match ishiLocation contained /\%(\s\|@\)\@1<=[a-hj-t]\%(1\d\|[1-9]\)\ze\%(\s\|$\)/
syn match ishiPass contained /\<pass\>/
" Digits that are a field of their own.
syn match ishiNumber contained /\s\@1<=\d\+\ze\%(\s\|$\)/
syn match ishiMoveNumber contained /\d\+\ze\%(\s\|$\)/ nextgroup=ishiLocation,ishiPass skipwhite

" Moves named by number: #21, #1-33.
syn match ishiReference contained /\%(\s\|@\)\@1<=#\d\+\%(-\d\+\)\=\ze\%(\s\|$\)/
syn match ishiAll contained /\s\@1<=all\ze\%(\s\|$\)/

" Labels and signs, which stand before an @: X@R7, 10@R12, \t@Q5. The labels come first, so that a sign wins.
syn match ishiLabel contained /\s\@1<=\S\{1,2}\ze@\S/ nextgroup=ishiAt
syn match ishiSign contained /\s\@1<=\\[cdst]\ze@\S/ nextgroup=ishiAt
syn match ishiAt contained /@/ nextgroup=ishiLocation,ishiReference

syn match ishiMarkFields contained /\S.*/ contains=ishiAll,ishiLocation,ishiReference,ishiLabel,ishiSign
syn match ishiStoneFields contained /\S.*/ contains=ishiLocation,ishiReference

syn match ishiSetupFields contained /\S.*/ contains=ishiSetupBlack,ishiSetupWhite,ishiLocation
syn match ishiSetupBlack contained /\s\@1<=b\ze\%(\s\|$\)/
syn match ishiSetupWhite contained /\s\@1<=w\ze\%(\s\|$\)/

syn match ishiDiagramFields contained /\S.*/ contains=ishiRegion,ishiLocation
syn match ishiRegion contained /\s\@1<=\d\+x\d\+\ze\%(\s\|$\)/

syn match ishiVarLabel contained /\S\{1,2}\ze\%(\s\|$\)/ nextgroup=ishiIgnored skipwhite
syn match ishiVarSign contained /\\[cdst]\ze\%(\s\|$\)/ nextgroup=ishiIgnored skipwhite

" Blocks ---------------------------------------------------------------------------------------------

syn region ishiCommentary contained fold keepend matchgroup=ishiDataKeyword
      \ start=/com\ze\%(\s\|$\)/ end=/^\s*endcom\ze\%(\s\|$\)/
      \ contains=ishiTitle,ishiInlineSign,@Spell nextgroup=ishiIgnored skipwhite
" A blank, and four characters that are quickly compared, keep the rest of the pattern, which is slow, from nearly
" all of the text.
syn match ishiTitle contained /\s\%(com\s\)\@4<=\%(^\s*com\s\)\@<=\s*\zs\S.*/ contains=ishiInlineSign,@Spell
syn match ishiInlineSign contained /\\[cdst]\a\@!/

syn region ishiUserData contained fold keepend matchgroup=ishiDataKeyword
      \ start=/user\ze\%(\s\|$\)/ end=/^\s*enduser\ze\%(\s\|$\)/
      \ contains=@NoSpell nextgroup=ishiIgnored skipwhite

" Whether a line is data or prose depends on blocks that may have begun far above it. So Vim looks back for a keyword
" that begins or ends a block, and in the first line none has begun. What a keyword means that stands in a block
" itself, where it is only a word, is decided by the next one below: before ENDCOM there is commentary, and before
" ENDUSER user data.
let s:keyword = '\%(end\)\=\%(com\|user\)\%(\s\|$\)'
" The old engine is the fast one here: the other one makes copies of what is repeated.
let s:before = '/\%#=1^\s*\%(' .. s:keyword .. '\)\@=\a\+\ze.*\%(\n\%(\s*' .. s:keyword .. '\)\@!.*\)\{,200}\n\s*'
syn sync match ishiSync groupthere NONE /\%^\|^\s*end\%(com\|user\)\ze\%(\s\|$\)/
syn sync match ishiSync groupthere ishiCommentary /^\s*com\ze\%(\s\|$\)/
syn sync match ishiSync groupthere ishiUserData /^\s*user\ze\%(\s\|$\)/
execute 'syn sync match ishiSync groupthere ishiCommentary' s:before .. 'endcom\%(\s\|$\)/'
execute 'syn sync match ishiSync groupthere ishiUserData' s:before .. 'enduser\%(\s\|$\)/'
" This far back takes a blink of an eye, and comments are shorter. Only every thousand lines or so is it done anew.
syn sync minlines=500 maxlines=30000

" Colors --------------------------------------------------------------------------------------------

hi def link ishiEventKeyword   Define
hi def link ishiEventTitle     Title
hi def link ishiHeaderKeyword  PreProc
hi def link ishiHeaderText     String
hi def link ishiDataKeyword    Keyword
hi def link ishiUnknownKeyword Error
hi def link ishiBlack          Statement
hi def link ishiWhite          Type
hi def link ishiSetupBlack     ishiBlack
hi def link ishiSetupWhite     ishiWhite
hi def link ishiMoveNumber     Number
hi def link ishiNumber         Number
hi def link ishiLocation       Identifier
hi def link ishiPass           Constant
hi def link ishiReference      Number
hi def link ishiAll            Constant
hi def link ishiLabel          Character
hi def link ishiSign           SpecialChar
hi def link ishiAt             Delimiter
hi def link ishiRegion         Number
hi def link ishiVarLabel       Label
hi def link ishiVarSign        SpecialChar
hi def link ishiTitle          Title
hi def link ishiCommentary     String
hi def link ishiInlineSign     SpecialChar
hi def link ishiUserData       PreProc
hi def link ishiRemark         Comment
hi def link ishiRemarkText     Comment
hi def link ishiDirective      SpecialComment
hi def link ishiIgnored        Comment

" What the language server knows of a stone: that it was taken, that it was set up, that a field can't be read.
hi def link @lsp.mod.captured.ishi Comment
hi def link @lsp.mod.setup.ishi    Special
hi def link @lsp.mod.error.ishi    Error

let b:current_syntax = 'ishi'

unlet s:keyword s:before s:event_keywords s:header_keywords s:data_keywords s:word s:group s:next
let &cpo = s:save_cpo
unlet s:save_cpo
