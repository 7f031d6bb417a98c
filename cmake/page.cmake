# cmake -DPAGE=<folder> -DASSEMBLY=<file> -P page.cmake
#
# Writes the assembler file that puts every file of the page into a program, as the table aero_page
# of apps/cli/src/page.cpp; an empty table where the folder has no page. What was written before
# stays as long as it says the same, so that ninja builds nothing anew.

cmake_minimum_required(VERSION 3.25)

file(GLOB_RECURSE files LIST_DIRECTORIES OFF RELATIVE ${PAGE} ${PAGE}/*)
list(SORT files)
if(NOT "index.html" IN_LIST files)
  message("No page in ${PAGE}: the program will look for it in the folder beside it.")
  set(files "")
endif()

set(table "")
set(contents "")
set(number 0)
foreach(file IN LISTS files)
  file(SHA256 ${PAGE}/${file} hash) # so that this text changes with the file
  string(APPEND table "  .dc.a name_${number}, start_${number}, end_${number}\n")
  string(APPEND contents "# ${hash}\nname_${number}: .asciz \"${file}\"\n"
                         "start_${number}: .incbin \"${PAGE}/${file}\"\nend_${number}:\n")
  math(EXPR number "${number} + 1")
endforeach()

file(CONFIGURE OUTPUT ${ASSEMBLY} @ONLY CONTENT "\
  .section .note.GNU-stack,\"\",%progbits
  .section .rodata
@contents@
  .section .data.rel.ro,\"aw\",%progbits
  .globl aero_page
  .balign 16
aero_page:
@table@  .dc.a 0, 0, 0
")
